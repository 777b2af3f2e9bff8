import { requestOnce } from '../sockets/http-request.ts'

/** A number from `/metrics` of our server, summed over its labels; 0 when it is missing. */
export const readMetric = async (port: number, name: string): Promise<number> => {
  const { body } = await requestOnce({ port, path: '/metrics' })
  return body
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}
