/**
 * Calls every operation as people of one practice with numbers of another's, and checks after each 500 calls that what
 * the other has is as it was, and of each answer that it tells nothing of it: tests/attack/tenant-fuzzing.test.ts with
 * more calls. FUZZ_SEED begins elsewhere.
 *
 *   node tools/prove/tenant-fuzzing.ts [calls, 100000]
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', 'tests/attack/tenant-fuzzing.test.ts', '--project', 'modules', '--disable-console-intercept'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TENANT_CALLS: process.argv[2] ?? '100000' },
  },
)
process.exit(status ?? 1)
