import { spawnSync } from 'node:child_process'
import path from 'node:path'

const build = path.join(import.meta.dirname, 'build.ts')

/** `npm run base-backup`: builds what the server's modules read, where it is stale, and then makes a base backup. */
const { status } = spawnSync(process.execPath, [build, 'content', 'contract'], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (status !== 0) process.exit(status ?? 1)
await import('../server/backup/base-backup-main.ts')
