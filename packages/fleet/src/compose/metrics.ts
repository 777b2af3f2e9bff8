import { refusals, layers } from '@marinedata/uplink-protocol'
import { loopDelayMetric, LoopDelay, processTable, tableMetrics, type MetricTable } from 'marinedata/process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as prometheus from 'prom-client'
import type { GatewayObserver } from '#gateway/gateway-observer.ts'
import type { Gateway } from '#gateway/gateway.ts'
import type { Writer } from '#writer/writer.ts'
import { questionKinds, type Reader, type ReaderObserver } from './reader.ts'

const prefix = 'marinedata_fleet_'
/** Upper bounds of the histogram, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const gatewayTable: MetricTable<Gateway> = {
  prefix,
  totals: [],
  levels: [
    ['boats', 'Boats that are connected', ({ boats }) => boats],
    ['strangers', 'Connections that have not proved which boat they are', ({ strangers }) => strangers],
    ['batches_in_flight', 'Batches that wait for NATS', ({ waiting }) => waiting.batches],
    ['unsent_bytes', 'Bytes that wait for boats to read them', ({ waiting }) => waiting.bytes],
  ],
}

const writerTable: MetricTable<Writer> = {
  prefix,
  totals: [
    ['written_messages_total', 'Batches taken from NATS', ({ counts }) => counts.messages],
    ['written_records_total', 'Records written to files', ({ counts }) => counts.stored],
    ['repeated_records_total', 'Records that were in the files already', ({ counts }) => counts.repeated],
    ['rejected_batches_total', 'Batches whose content is not valid', ({ counts }) => counts.rejected],
    ['holes_total', 'Batches before which numbers are missing', ({ counts }) => counts.holes],
    ['commits_total', 'Transactions', ({ counts }) => counts.commits],
  ],
  levels: [
    ['writer_streams', 'Streams that this writer takes', ({ held }) => held],
    ['writer_pending_messages', 'Batches in NATS that are not in files', ({ lag }) => lag.messages],
    ['writer_lag_seconds', 'Age of the newest batch in the files while more wait', ({ lag }) => lag.seconds],
  ],
}

const readerTable: MetricTable<Reader> = {
  prefix,
  totals: [],
  levels: [
    ['reader_tenants', 'Tenants whose boats are followed', ({ size }) => size.tenants],
    ['silent_boats', 'Boats with an alarm because they are not heard', ({ silent }) => silent],
    ['reader_streams', 'Open streams', ({ size }) => size.streams],
  ],
}

/** The metrics of one process: of its parts, and of itself. */
export class FleetMetrics implements Disposable {
  readonly #registry = new prometheus.Registry()
  readonly #loopDelay = new LoopDelay()

  constructor() {
    this.#add(tableMetrics(prometheus, { prefix, ...processTable }, undefined))
    this.#add([loopDelayMetric(prometheus, prefix, this.#loopDelay)])
  }

  /** Counts what comes from boats. */
  gatewayObserver(): GatewayObserver {
    const frames = this.#counter('frames_total', 'Frames and messages of boats, by kind', 'kind')
    const bytes = this.#counter('received_bytes_total', 'Bytes of frames and messages of boats', 'kind')
    const acknowledged = this.#counter('acknowledgements_total', 'Acknowledged batches, by layer', 'layer')
    const refused = this.#counter('refused_total', 'Refused boats, by reason', 'reason')
    const closed = this.#counter('closed_total', 'Connections that were closed, by reason', 'reason')
    const seconds = this.#histogram('acknowledgement_seconds', 'From a batch to its acknowledgement', 'layer')
    // A counter that begins with its first event has no rate for it.
    for (const reason of refusals) refused.inc({ reason }, 0)
    for (const reason of ['put-off', 'invalid', 'too-many']) closed.inc({ reason }, 0)
    for (const layer of layers) acknowledged.inc({ layer }, 0)
    return {
      received: (kind, length) => {
        frames.inc({ kind })
        bytes.inc({ kind }, length)
      },
      acknowledged: (layer, took) => {
        acknowledged.inc({ layer })
        if (took !== undefined) seconds.observe({ layer }, took)
      },
      refused: (reason) => refused.inc({ reason }),
      closed: (reason) => closed.inc({ reason }),
    }
  }

  /** Counts what people ask. */
  readerObserver(): ReaderObserver {
    const requests = new prometheus.Counter({
      name: `${prefix}requests_total`,
      help: 'Answered requests, by kind and status',
      labelNames: ['kind', 'status'],
      registers: [this.#registry],
    })
    const seconds = this.#histogram('request_seconds', 'From a request to the end of its answer', 'kind')
    for (const kind of questionKinds) requests.inc({ kind, status: '200' }, 0)
    return {
      answered: (kind, status, took) => {
        requests.inc({ kind, status: String(status) })
        seconds.observe({ kind }, took)
      },
    }
  }

  watchGateway(gateway: Gateway): void {
    this.#add(tableMetrics(prometheus, gatewayTable, gateway))
  }

  watchWriter(writer: Writer): void {
    this.#add(tableMetrics(prometheus, writerTable, writer))
  }

  watchReader(reader: Reader): void {
    this.#add(tableMetrics(prometheus, readerTable, reader))
  }

  /** `GET /metrics`, for Prometheus. */
  async answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (method !== 'GET' || url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Metrics are at /metrics\n')
      return
    }
    const text = await this.#registry.metrics()
    response.writeHead(200, { 'content-type': this.#registry.contentType }).end(text)
  }

  [Symbol.dispose](): void {
    this.#loopDelay[Symbol.dispose]()
  }

  #add(metrics: readonly prometheus.Metric[]): void {
    for (const metric of metrics) this.#registry.registerMetric(metric)
  }

  #counter(name: string, help: string, label: string): prometheus.Counter {
    return new prometheus.Counter({
      name: prefix + name,
      help,
      labelNames: [label],
      registers: [this.#registry],
    })
  }

  #histogram(name: string, help: string, label: string): prometheus.Histogram {
    return new prometheus.Histogram({
      name: prefix + name,
      help,
      labelNames: [label],
      buckets,
      registers: [this.#registry],
    })
  }
}
