import { randomBytes } from 'node:crypto'
import type { VideoAsset } from '../../contract/videos.ts'
import type { TestResponse, TestCaller } from './test-caller.ts'

/** The first bytes of each kind of file, and of one that is none. */
export const videoSignatures = {
  mp4: Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'),
  mov: Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1'),
  webm: Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm', 'latin1'),
  avi: Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1'),
  exe: Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'),
}

/** Bytes that begin as a video does, and are no other test's. */
export const videoBytes = (kind: keyof typeof videoSignatures = 'mp4', length = 4096): Buffer =>
  Buffer.concat([videoSignatures[kind], randomBytes(length)])

const tus = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

type UploadOptions = { bytes: number; name?: string; type?: string }

/** Begins an upload as browsers do; its id stands in the address that is answered. */
export const beginUpload = (
  caller: TestCaller,
  side: 'clinic' | 'admin',
  { bytes, name = 'Root canal.mp4', type = 'video/mp4' }: UploadOptions,
): Promise<TestResponse<unknown>> =>
  caller.send({
    method: 'POST',
    url: `/api/${side}/video-uploads`,
    headers: {
      ...tus,
      'upload-length': String(bytes),
      'upload-metadata': `filename ${base64(name)},filetype ${base64(type)}`,
    },
  })

export const uploadIdOf = ({ headers }: TestResponse<unknown>): string =>
  String(headers.location).split('/').at(-1)!

/** Sends bytes on from where the upload stands. */
export const resumeUpload = (
  caller: TestCaller,
  side: 'clinic' | 'admin',
  { uploadId, offset, bytes }: { uploadId: string; offset: number; bytes: Buffer },
): Promise<TestResponse<unknown>> =>
  caller.send({
    method: 'PATCH',
    url: `/api/${side}/video-uploads/${uploadId}`,
    headers: {
      ...tus,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    payload: bytes,
  })

/** How far an upload is. */
export const getUploadOffset = (
  caller: TestCaller,
  side: 'clinic' | 'admin',
  uploadId: string,
  method: 'HEAD' | 'DELETE' = 'HEAD',
): Promise<TestResponse<unknown>> =>
  caller.send({ method, url: `/api/${side}/video-uploads/${uploadId}`, headers: tus })

/** A whole upload, not taken into the library yet. */
export async function uploadFile(
  caller: TestCaller,
  side: 'clinic' | 'admin',
  { bytes = videoBytes(), ...begun }: Partial<Omit<UploadOptions, 'bytes'>> & { bytes?: Buffer } = {},
): Promise<string> {
  const answer = await beginUpload(caller, side, { ...begun, bytes: bytes.length })
  if (answer.status !== 201) throw new Error(`An upload was not begun: ${JSON.stringify(answer.error)}`)
  const uploadId = uploadIdOf(answer)
  const sent = await resumeUpload(caller, side, { uploadId, offset: 0, bytes })
  if (sent.status !== 204) throw new Error(`An upload was refused: ${JSON.stringify(sent.error)}`)
  return uploadId
}

/** A video in the library of whoever asks. */
export async function addVideo(
  caller: TestCaller,
  side: 'clinic' | 'admin',
  upload: Parameters<typeof uploadFile>[2] = {},
): Promise<VideoAsset> {
  const uploadId = await uploadFile(caller, side, upload)
  const answer = await caller.send({
    method: 'POST',
    url: `/api/${side}/video-uploads/${uploadId}/video`,
    payload: {},
  })
  if (answer.error) throw new Error(`A video was refused: ${JSON.stringify(answer.error)}`)
  return answer.body as VideoAsset
}
