import type { AnyContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { ErrorCode, ErrorEnvelope } from '../../contract/errors.ts'
import type { OperationMeta } from '../../contract/kit.ts'

type InputOf<C> = C extends { '~orpc': { inputSchema?: infer I } }
  ? InferSchemaInput<Extract<I, z.ZodType>>
  : never
type OutputOf<C> = C extends { '~orpc': { outputSchema?: infer O } }
  ? InferSchemaOutput<Extract<O, z.ZodType>>
  : never

export type TestResponse<T> = {
  status: number
  /** The answer of the operation, or the envelope of its refusal: look at `status` or `reason` first. */
  body: T
  /** What a refusal says; null when there was none. */
  code: ErrorCode | null
  reason: string | null
  error: ErrorEnvelope | null
  headers: Record<string, string | string[] | undefined>
  /** `Set-Cookie` headers as they were sent. */
  cookies: string[]
  raw: Buffer
}

export type TestRequestOptions = {
  /** Sent with operations that take one; a new one each time unless named. */
  idempotencyKey?: string
  /** The address the request comes from, where limits count it. */
  from?: string
  headers?: Record<string, string>
}

/** Somebody who asks: what their browser would send, and where it comes from. */
export type TestCaller = {
  cookie: string
  call<C extends AnyContractProcedure>(
    operation: C,
    input: InputOf<C>,
    sending?: TestRequestOptions,
  ): Promise<TestResponse<OutputOf<C>>>
  /** The same where a refusal is a fault of the test. */
  callOk<C extends AnyContractProcedure>(
    operation: C,
    input: InputOf<C>,
    sending?: TestRequestOptions,
  ): Promise<OutputOf<C>>
  /** Sends anything, to operations and to what is none. */
  send(request: InjectOptions, sending?: TestRequestOptions): Promise<TestResponse<unknown>>
  get(path: string): Promise<TestResponse<unknown>>
}

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const setCookies = (header: string | string[] | number | undefined): string[] =>
  header === undefined ? [] : [header].flat().map(String)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Outcome = { issue: { details: { coding: { code: string }[]; text: string } }[] }

type ScimError = {
  detail: string
  'urn:candour:params:scim:error': Omit<ErrorEnvelope, 'message' | 'details'>
}

/** What a refusal says, also where it is told as FHIR or SCIM tells it. */
function envelopeOf(body: unknown): ErrorEnvelope {
  if (body !== null && typeof body === 'object' && 'urn:candour:params:scim:error' in body) {
    const { detail, 'urn:candour:params:scim:error': told } = body as ScimError
    const { code, ...details } = told
    return { code, message: detail, details: details as ErrorEnvelope['details'] }
  }
  // OAuth's own words, as apps hear them.
  const { error: oauth, error_reason: told } = (body ?? {}) as { error?: unknown; error_reason?: string }
  if (typeof oauth === 'string')
    return { code: 'invalid-argument', message: oauth, details: { reason: told ?? oauth } }
  if ((body as { resourceType?: string } | null)?.resourceType !== 'OperationOutcome')
    return body as ErrorEnvelope
  const { coding, text } = (body as Outcome).issue[0]!.details
  return {
    code: coding[0]!.code as ErrorCode,
    message: text,
    details: { reason: (coding[1] ?? coding[0]!).code },
  }
}

/** Lets go of an answer that goes on for ever: that it began is all there is to see. */
function closeStream(response: Response): Buffer {
  response.stream().destroy()
  return Buffer.alloc(0)
}

/** All of an answer, also where it was asked for piece by piece. */
async function readRawBody(response: Response, { payloadAsStream }: InjectOptions): Promise<Buffer> {
  if (!payloadAsStream) return response.rawPayload
  const parts: Buffer[] = []
  for await (const part of response.stream()) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** A request as the contract describes it: ids in the path, the rest in the query or in the body. */
export function buildRequest(operation: AnyContractProcedure, input: Record<string, unknown>): InjectOptions {
  const { method, path } = operation['~orpc'].route
  const rest = { ...input }
  const url = path!.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  if (method !== 'GET') return { method: method as 'POST', url, payload: rest }
  const query = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  return { method, url, query }
}

/** Each caller has an address of its own unless told otherwise, so that tests do not use up each other's limits. */
let lastAddress = 0
export function nextIpAddress(): string {
  lastAddress++
  return `198.18.${(lastAddress >> 8) & 255}.${lastAddress & 255}`
}

export function createTestCaller(http: FastifyInstance, cookie = '', apiKey = ''): TestCaller {
  const address = nextIpAddress()

  async function send(
    request: InjectOptions,
    { idempotencyKey, from = address, headers }: TestRequestOptions = {},
  ): Promise<TestResponse<unknown>> {
    const response = await http.inject({
      ...request,
      remoteAddress: from,
      headers: {
        'user-agent': userAgent,
        ...(cookie ? { cookie } : {}),
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        ...headers,
        ...(request.headers as Record<string, string>),
      },
    })
    const isStream = request.payloadAsStream === true && response.statusCode < 400
    const rawPayload = isStream ? closeStream(response) : await readRawBody(response, request)
    const body = parse(rawPayload.toString())
    const error = response.statusCode >= 400 ? envelopeOf(body) : null
    return {
      status: response.statusCode,
      body,
      code: error?.code ?? null,
      reason: error?.details?.reason ?? null,
      error,
      headers: response.headers as TestResponse<unknown>['headers'],
      cookies: setCookies(response.headers['set-cookie']),
      raw: rawPayload,
    }
  }

  const call: TestCaller['call'] = (operation, input, sending = {}) => {
    const { idempotent } = operation['~orpc'].meta as OperationMeta
    const key = idempotent ? { idempotencyKey: randomUUID() } : {}
    return send(buildRequest(operation, input as Record<string, unknown>), { ...key, ...sending }) as Promise<
      TestResponse<never>
    >
  }

  return {
    cookie,
    send,
    call,
    async callOk(operation, input, sending) {
      const answer = await call(operation, input, sending)
      if (answer.error)
        throw new Error(`${operation['~orpc'].route.path} was refused: ${JSON.stringify(answer.error)}`)
      return answer.body
    },
    get: (path) => send({ method: 'GET', url: path }),
  }
}
