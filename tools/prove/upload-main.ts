/** A server that takes uploads and nothing else, to be killed: no database, and everybody may. */
import { randomUUID } from 'node:crypto'
import { MemoryLocker } from '@tus/server'
import { uploadRoute } from '../../contract/kit.ts'
import { UploadFolder } from '../../server/platform/files/upload-folder.ts'
import type { Admission } from '../../server/platform/http/admission.ts'
import { createHttpServer } from '../../server/platform/http/http-server.ts'
import { addUploads, handleUpload } from '../../server/platform/http/upload-endpoints.ts'

const silent = () => {}
const silentLog = { info: silent, warn: silent, error: silent }
const [dataDir, port, idleSecondsMax] = process.argv.slice(2)
const folder = new UploadFolder(dataDir!, () => null)
const route = uploadRoute({
  path: '/api/uploads',
  summary: 'Uploads',
  access: 'anyone',
  audit: null,
  bytesMax: 200 * 1024 * 1024,
  example: { uploadId: ':uploadId' },
})
const known = async (_scope: unknown, { uploadId }: { uploadId: string }) => ({ answer: { uploadId } })
const handled = handleUpload({
  route,
  begin: async () => ({ answer: { uploadId: randomUUID() } }),
  find: known,
  cancel: known,
})
const admission = { ownOrigins: [], rates: { general: async () => true } } as unknown as Admission
const http = await createHttpServer({
  ...{
    log: silentLog,
    trustedProxies: false,
    behindTls: false,
    eventLoopDelayMsMax: null,
    connectionsAwaited: () => 0,
    admission,
  },
  notReady: async () => null,
})
await addUploads(http, [handled], {
  runner: { clock: { now: () => new Date() } } as never,
  folder,
  locker: new MemoryLocker(),
  idleSecondsMax: Number(idleSecondsMax),
})
await http.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('listening')
