import type { AnyContractProcedure } from '@orpc/contract'
import { operationRequest, type InputOf, type OutputOf } from '../../contract/operation-request.ts'
import type { App } from '../app.ts'

export type CallOptions = { key?: string; tolerate?: number[] }

export type DemoCaller = {
  call<C extends AnyContractProcedure>(
    operation: C,
    input: InputOf<C>,
    options?: CallOptions,
  ): Promise<OutputOf<C> | undefined>
  /** Uploads a video of the practice in one go; answers the upload, which is to be taken into the library. */
  upload(file: { name: string; type: string; bytes: Buffer }): Promise<string>
}

/** Asks the product itself, as a browser at this address would, keeping its cookies. */
export function demoCaller(
  http: App['http'],
  { ip, userAgent, origin }: { ip: string; userAgent: string; origin: string },
): DemoCaller {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  /** One step of an upload as tus has it; answers the headers. */
  async function uploadStep(step: {
    method: 'POST' | 'PATCH'
    url: string
    headers: object
    payload?: Buffer
  }) {
    const headers = {
      origin,
      'user-agent': userAgent,
      cookie: cookie(),
      'tus-resumable': '1.0.0',
      ...step.headers,
    }
    const answer = await http.inject({ ...step, remoteAddress: ip, headers })
    if (answer.statusCode >= 300)
      throw new Error(`The demo could not be made: an upload answered ${answer.statusCode}`)
    return answer.headers
  }

  return {
    async upload({ name, type, bytes }) {
      const [filename, filetype] = [name, type].map((text) => Buffer.from(text).toString('base64'))
      const metadata = `filename ${filename},filetype ${filetype}`
      const { location } = await uploadStep({
        method: 'POST',
        url: '/api/clinic/video-uploads',
        headers: { 'upload-length': String(bytes.length), 'upload-metadata': metadata },
      })
      const uploadId = String(location).split('/').at(-1)!
      const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
      const url = `/api/clinic/video-uploads/${uploadId}`
      await uploadStep({ method: 'PATCH', url, headers, payload: bytes })
      return uploadId
    },
    async call(operation, input, { key, tolerate = [] } = {}) {
      const { method, url, rest, named } = operationRequest(operation, input)
      const answer = await http.inject({
        method: method as 'POST',
        url,
        remoteAddress: ip,
        headers: {
          origin,
          'user-agent': userAgent,
          'accept-language': 'en-GB',
          'x-time-zone': 'Europe/London',
          cookie: cookie(),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(method === 'GET' ? { query: rest as Record<string, string> } : { payload: rest }),
      })
      for (const { name, value } of answer.cookies) cookies.set(name, encodeURIComponent(value))
      if (tolerate.includes(answer.statusCode)) return undefined
      if (answer.statusCode !== 200)
        throw new Error(`The demo could not be made: ${named} answered ${answer.statusCode}`)
      return answer.json()
    },
  }
}
