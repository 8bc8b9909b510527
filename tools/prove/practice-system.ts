/**
 * `npm run prove -- practice-system [10000]`: so many appointments of a practice system, brought in by runs that are
 * killed at 50 random instants: before, within and after each transaction and each request. Ends with 1 where one is
 * missing or twice. The short form of it is a test of the module; this is its whole size.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const appointments = Number(process.argv[2] ?? 10_000)
if (!Number.isInteger(appointments) || appointments < 100) throw new Error('Name at least 100 appointments')

const repository = path.join(import.meta.dirname, '../..')
const { status } = spawnSync(
  process.execPath,
  [
    path.join(repository, 'node_modules/vitest/vitest.mjs'),
    ...[
      'run',
      '--project',
      'modules',
      'server/modules/practice-systems/practice-system-kills.database.test.ts',
    ],
  ],
  {
    cwd: repository,
    env: { ...process.env, PRACTICE_SYSTEM_APPOINTMENTS: String(appointments) },
    stdio: 'inherit',
  },
)
process.exitCode = status ?? 1
