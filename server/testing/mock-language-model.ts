import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the peer was asked, as it arrived. */
export type ReceivedModelRequest = {
  path: string
  headers: IncomingHttpHeaders
  body: { model: string; system?: unknown; messages: { role: string; content: unknown }[]; tools?: unknown[] }
  /** Everything that was sent, as text. */
  text: string
}

/** How it answers next: with something as JSON, with other words, with a status, or never. */
export type MockModelReply = { says: unknown } | { writes: string } | { status: number } | 'silence'

export type MockLanguageModel = {
  baseUrl: string
  requests: ReceivedModelRequest[]
  /** What it does in turn; the last again and again. */
  replyWith(...turns: MockModelReply[]): void
  close(): Promise<void>
}

const openAiAnswer = (content: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'peer',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})

function asObject(written: string): object | null {
  try {
    return JSON.parse(written) as object
  } catch {
    return null
  }
}

/** Models that know no schema are given a tool to answer with. */
function anthropicAnswer(written: string, hasTool: boolean) {
  const input = hasTool ? asObject(written) : null
  const text = { type: 'text', text: written }
  const tool = { type: 'tool_use', id: 'toolu_1', name: 'json', input }
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'peer',
    content: [input ? tool : text],
    stop_reason: input ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
}

/** A server that speaks as OpenAI's chat completions and as Anthropic's messages do, and does as it is told. */
export async function openMockLanguageModel(): Promise<MockLanguageModel> {
  const requests: ReceivedModelRequest[] = []
  let turns: MockModelReply[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => (text += piece))
    request.on('end', () => {
      const body = JSON.parse(text) as ReceivedModelRequest['body']
      requests.push({ path: request.url ?? '', headers: request.headers, body, text })
      const turn = (turns.length > 1 ? turns.shift() : turns[0]) ?? { status: 500 }
      if (turn === 'silence') return
      response.setHeader('content-type', 'application/json')
      response.statusCode = 'status' in turn ? turn.status : 200
      if ('status' in turn) return response.end(JSON.stringify({ type: 'error', error: { message: text } }))
      const written = 'says' in turn ? JSON.stringify(turn.says) : turn.writes
      const isAnthropic = request.url?.endsWith('/messages')
      response.end(
        JSON.stringify(isAnthropic ? anthropicAnswer(written, 'tools' in body) : openAiAnswer(written)),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    replyWith(...next) {
      turns = next
      requests.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
