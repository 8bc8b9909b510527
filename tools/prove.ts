/**
 * `npm run prove`: what takes too long for a test, one after the other, or those that are named.
 *
 *   npm run prove [-- kill-signing | sign-in-timing | link-timing | token-timing | foreign-timing | cut-uploads |
 *                      document-memory | backup-while-signing | point-in-time [consents] | rolling-restart | reproducible-build | fuzz-operations [how many] |
 *                      tenant-fuzzing [how many] | proxies | peers-that-fail | disk-full | clock-changes | network-cut | pool-exhaustion | failover | citus [moves] | soak |
 *                      open-pages | practice-system [appointments] | imported-records [how many] | records-verified | mutations]
 *
 * A number after a name says how often or how long: `kill-signing 200` kills each of three 200 times. Each prints the
 * faults that it injected, the invariants that it checked and what does not hold; a table tells of them all.
 * docs/reliability.md has the sizes of the runs that are written down.
 */
import { runNamed } from './steps/named-programs.ts'

await runNamed('prove', [
  'sign-in-timing.ts',
  'link-timing.ts',
  'token-timing.ts',
  'foreign-timing.ts',
  'kill-signing.ts',
  'cut-uploads.ts',
  'document-memory.ts',
  'backup-while-signing.ts',
  'point-in-time.ts',
  'rolling-restart.ts',
  'reproducible-build.ts',
  'fuzz-operations.ts',
  'tenant-fuzzing.ts',
  'proxies.ts',
  'peers-that-fail.ts',
  'disk-full.ts',
  'clock-changes.ts',
  'network-cut.ts',
  'pool-exhaustion.ts',
  'failover.ts',
  'citus.ts',
  'soak.ts',
  'open-pages.ts',
  'practice-system.ts',
  'imported-records.ts',
  'records-verified.ts',
  'mutations.ts',
])
