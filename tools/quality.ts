/**
 * `npm run quality`: what tells how good the pages are and depends on how busy the machine is, so that no test may ask
 * it. Ends with 1 when a measure is missed.
 *
 *   npm run quality [-- consent-form | patient-pages | public-pages]
 */
import { runNamed } from './steps/named-programs.ts'

await runNamed('quality', ['consent-form.ts', 'patient-pages.ts', 'public-pages.ts'])
