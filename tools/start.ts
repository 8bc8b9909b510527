import { spawnSync } from 'node:child_process'
import path from 'node:path'

const here = import.meta.dirname

/** `npm start`: builds what is stale, then becomes the server. */
const { status } = spawnSync(process.execPath, [path.join(here, 'build.ts')], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
await import(path.join(here, '../build/server/main.js'))
