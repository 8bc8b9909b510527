/**
 * `npm run bench`: how long the product takes beside what it is measured by, one bench after the other, or those that
 * are named. Ends with 1 when a measure is missed.
 *
 *   npm run bench [-- template-list]
 *   npm run bench -- short      the table of what is asked for most, in ten minutes
 *
 * A number after a name is the first that it takes; more of them are given to the program itself, as in
 * `node tools/bench/sign-in-storm.ts 15 3`. Each prints its table and then what it misses; a table tells of them
 * all. docs/performance.md has the sizes of the runs that are written down.
 */
import { runNamed } from './steps/named-programs.ts'

await runNamed('bench', [
  ...[
    'template-list.ts',
    'library-seeding.ts',
    'patient-search.ts',
    'consent-list.ts',
    'command-search.ts',
    'tenant-scaling.ts',
  ],
  ...['analytics-at-scale.ts', 'evidence-at-scale.ts', 'document-sealing.ts', 'video-streams.ts'],
  ...['baseline-comparison.ts', 'growth.ts', 'sign-in-storm.ts', 'cold-start.ts', 'connection-memory.ts'],
  ...['tracing-overhead.ts', 'recovery-rates.ts', 'partitions.ts', 'replicas.ts', 'pooled.ts'],
  ...['consent-footprint.ts', 'growth-projection.ts', 'processor-time.ts', 'short.ts', 'peers.ts'],
])
