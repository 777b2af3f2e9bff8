import type { Refusal } from '../../packages/core/src/counters.ts'
import { busShapeMeanings, busTextMeanings } from './bus-descriptions.ts'
import { historyShapeMeanings } from './history-descriptions.ts'
import { weatherShapeMeanings } from './weather-descriptions.ts'

/** Meanings of a manifest's members that the schema does not describe. */
export const manifestMeanings: Readonly<Record<string, string>> = {
  name: 'the plugin’s name: used in URLs, in metrics and as the prefix of its sources',
  version: 'version of the plugin, major.minor.patch',
  description: 'one sentence, shown to people',
  provides: 'kinds of devices that it provides, and answers to questions: `history`, `weather`, `course`',
  offers: 'what it offers to other plugins; default nothing',
  'buses[].kind': 'the kind of the buses',
  writes: 'what it may publish; default nothing',
  reads: 'what it may subscribe to; default nothing',
  actions: 'actions of the plugin itself that people can call; each arrives as a `command` without `device`',
  'actions.*.description': 'one sentence, shown to people',
  needs:
    'what it needs of the machine besides its own folder and the protocol. The sandbox enforces it for every plugin; without a sandbox it is enforced only for plugins that run in the server’s own Node (except `network`)',
}

/** What the members of shared shapes mean, where the schema itself does not say. */
export const shapeMeanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...busShapeMeanings,
  ...historyShapeMeanings,
  ...weatherShapeMeanings,
  PluginInput: {
    state: 'state of the input',
    'error.at': 'when',
    'error.message': 'what happened, and what to do about it',
  },
  Delta: { context: 'the context; default `vessels.self`', updates: 'one for each source' },
  Update: {
    $source:
      'the name of a source within the plugin, which the manifest’s `writes.sources` must declare; default the plugin itself',
    source: 'an older form of `$source`',
    'source.label': 'as `$source`',
    timestamp: 'when it was measured; default the time of arrival',
    values: 'the values',
    meta: 'metadata of the paths; a path must have a value first, earlier or in the same update',
  },
  PathValue: {
    value: 'SI units, angles in radians, positions in degrees; `null` means unknown',
  },
  PathMetadata: { value: 'overrides the known metadata, member by member' },
  Metadata: {
    description: 'description of the value',
    displayName: 'label of a gauge',
    longName: 'full name',
    shortName: 'name for small displays',
    timeout: 'seconds of silence after which a value is marked stale',
    displayScale: 'scale of a gauge',
    'displayScale.lower': 'lower end',
    'displayScale.upper': 'upper end',
    'displayScale.type': 'linear, logarithmic…',
    'displayScale.power': 'exponent of a power scale',
    alertMethod: 'method of alerts of that severity',
    warnMethod: 'method of alerts of that severity',
    alarmMethod: 'method of alerts of that severity',
    emergencyMethod: 'method of alerts of that severity',
    zones: 'ranges of the value with a severity; where they overlap, the highest severity counts',
    enum: 'the allowed values',
    properties: 'members of a value that is an object',
  },
  Zone: {
    lower: 'inclusive',
    upper: 'inclusive',
    state: 'severity of a value in the zone',
    message: 'shown to people',
  },
  Condition: {
    state: 'severity; `nominal` and `normal` are no alerts',
    method: 'how to present it; empty for neither sound nor screen',
    message: 'one sentence, shown to people',
    escalates: 'how it escalates when nobody acknowledges it; default not at all',
  },
  Escalation: { seconds: 'time without acknowledgement', state: 'the new severity, if it is higher' },
  SentDelta: {
    context: '`vessels.self` for the own vessel, the full context for others',
    updates: 'one for each source',
    'updates[].$source': 'full name of the source, with its plugin as the prefix',
    'updates[].timestamp': 'when it was measured',
    'updates[].values': 'the values',
    'updates[].values[].path': 'dotted path',
    'updates[].values[].value': 'SI units, angles in radians, positions in degrees; `null` means unknown',
    'updates[].values[].stale': '`true`: the value is stale, because its source is silent',
    'updates[].meta': 'metadata of the paths',
  },
  SubscriptionRequest: {
    path: 'a path or a [pattern](#patterns)',
    period: 'milliseconds between values',
    minPeriod: 'minimum milliseconds between two values of a path',
    policy:
      '`instant`: every change, at most one in `minPeriod`. `fixed`: the latest value every `period`, if there was one. `ideal`: as `instant`, and repeated every `period` (at least 200) when nothing changes. Default: `fixed` with a `period`, else `instant`',
    format: 'optional',
  },
  BoundingBox: {
    south: 'degrees',
    west: 'degrees; more than `east` across the date line',
    north: 'degrees',
    east: 'degrees',
  },
  Problem: {
    type: '`urn:mrn:marinedata:problem:` and the code',
    title: 'short text of the code',
    status: 'the corresponding HTTP status',
    detail: 'what happened, with names and values',
    code: 'stable code for programs',
    retryable: 'whether the same request may succeed later',
    outcome: 'effect of the request: none, unknown, or applied',
    errors: 'every fault of the input, with its path',
    state: 'for older clients',
    statusCode: 'as `status`',
    message: 'as `detail`',
  },
  Fault: { message: 'description of the fault' },
}

/** Names whose shape is a text. */
export const textMeanings: Readonly<Record<string, string>> = {
  InputState:
    '`found`: it sends data, and is not used. `used`: it is read. `silent`: it sends no valid data. `lost`: it was chosen, and is not present. `refused`: it cannot be opened',
  ...busTextMeanings,
  PluginName: 'a plugin’s name',
  DeviceId: 'the id of a device, which is also the name of its source',
  ResourceKindName: 'the name of a kind of resources, as in addresses',
  StorageKey: 'a key of the plugin’s storage',
  SourceName: 'the name of a source; within a plugin at most 64 characters',
  Timestamp: 'ISO 8601, in UTC, with a `Z` at the end',
}

/** Why the tree refuses a delta, or a part of it. */
export const refusalMeanings: Readonly<Record<Refusal, string>> = {
  'invalid-delta': 'it does not match the schema [Delta](#delta); nothing of it was accepted',
  'invalid-context': 'unknown map or invalid identifier',
  'invalid-path':
    'the path breaks the [grammar](#paths-contexts-and-sources), or metadata came for a path without a value',
  'invalid-value': 'too long, too deep, too large, not finite, or with a member name that is not allowed',
  'not-a-number': 'the path has a unit, and the value is not a number',
  'out-of-range': 'the number is impossible in the unit of the path; usually it is in another unit',
  'invalid-date': 'the date of the value or of the `timestamp` does not exist',
  'half-position': 'a position must have latitude and longitude, both in range, in one value',
  'invalid-notification': 'it does not match the schema [Condition](#condition)',
  'too-many-contexts': 'the tree has too many contexts',
  'too-many-paths': 'the context, or the tree, has too many paths',
  'too-many-sources': 'the path has too many sources',
  'too-many-values': 'the tree has too many values',
  'foreign-source': '`writes.sources` of the manifest does not declare the source',
  'undeclared-context': '`writes.contexts` of the manifest does not cover the context',
  'undeclared-path': '`writes.paths` of the manifest does not cover the path',
  'reserved-path':
    '`steering.autopilot` and `notifications` are never published as values; alerts of a pilot and of the anchor are reserved for their providers',
}
