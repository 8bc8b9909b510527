import S3rver from '@20minutes/s3rver'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * An S3 server with one bucket, which keeps objects on disk and checks the signature of every request. It takes no
 * conditions on what is put and signs the address of a list otherwise than clients do: that a name is not written twice,
 * and lists, are shown with a peer of our own.
 */
export async function startS3Server() {
  const directory = await mkdtemp(path.join(tmpdir(), 'candour-s3-'))
  const bucket = 'candour'
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false },
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-west-2',
      bucket,
      // The one pair of keys that it knows.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async close(): Promise<void> {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}
