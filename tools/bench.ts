/**
 * `npm run bench`: how long the product takes beside what it is measured by, one bench after the other, or those that
 * are named. Ends with 1 when a measure is missed.
 *
 *   npm run bench [-- template-list]
 */
import { runNamed } from './steps/named-programs.ts'

await runNamed('bench', [
  ...['template-list.ts', 'library-seeding.ts', 'patient-search.ts', 'consent-list.ts'],
  ...['analytics-at-scale.ts', 'evidence-at-scale.ts', 'document-sealing.ts', 'video-streams.ts'],
  ...['work-beside-bare.ts', 'growth.ts', 'sign-in-storm.ts', 'cold-start.ts', 'connection-memory.ts'],
  ...['consent-footprint.ts', 'ten-years.ts'],
])
