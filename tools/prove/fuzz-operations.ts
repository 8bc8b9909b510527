/**
 * Sends that many inputs, valid and hostile, to every operation of the contract, and checks each answer and all that is
 * left behind: tests/attack/fuzz-operations.test.ts with more of them. FUZZ_SEED begins elsewhere; FUZZ_ONLY names the
 * beginning of the operations that are meant.
 *
 *   node tools/prove/fuzz-operations.ts [inputs, 100000]
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  // The file before the options: vitest takes what follows its last one for its value, and would run every test there is.
  ['run', 'tests/attack/fuzz-operations.test.ts', '--project', 'modules', '--disable-console-intercept'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FUZZ_INPUTS: process.argv[2] ?? '100000' },
  },
)
process.exit(status ?? 1)
