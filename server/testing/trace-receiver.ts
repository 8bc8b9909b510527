import http from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number; doubleValue?: number }
export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  events: unknown[]
  links: unknown[]
  status: { code?: number; message?: string }
}
type Sent = { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] }

/** An OpenTelemetry receiver that keeps what it is sent, by OTLP over HTTP. */
export async function openTraceReceiver() {
  const [spans, paths, texts] = [[] as ReceivedSpan[], [] as string[], [] as string[]]
  const server = http.createServer((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const { resourceSpans } = JSON.parse(text) as Sent
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      paths.push(request.url!)
      texts.push(text)
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    ...{ spans, paths, texts },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

export const attributesOf = ({ attributes }: ReceivedSpan): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue!]),
  )

const millisecondsOf = ({ startTimeUnixNano, endTimeUnixNano }: ReceivedSpan): number =>
  Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6

/** A trace as an indented list, in the order in which its spans began. */
export function printTrace(spans: readonly ReceivedSpan[], traceId: string): string {
  const own = spans.filter((span) => span.traceId === traceId)
  const known = new Set(own.map(({ spanId }) => spanId))
  const sorted = own.toSorted((one, other) =>
    Number(BigInt(one.startTimeUnixNano) - BigInt(other.startTimeUnixNano)),
  )
  const below = (parentId: string | undefined, depth: number): string[] =>
    sorted
      .filter(({ parentSpanId }) =>
        parentId === undefined ? !known.has(parentSpanId ?? '') : parentSpanId === parentId,
      )
      .flatMap((span) => [
        `${'  '.repeat(depth)}${span.name}  ${millisecondsOf(span).toFixed(1)} ms`,
        ...below(span.spanId, depth + 1),
      ])
  return below(undefined, 0).join('\n')
}
