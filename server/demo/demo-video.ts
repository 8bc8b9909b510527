import { minute_ms } from '../platform/clock.ts'
import type { DemoContext } from './demo-context.ts'
import { sendDemoConsent } from './demo-consent-steps.ts'

/** One patient whose form asks them to watch the film of ours, which its template shows and makes nobody watch. */
export async function addVideoConsent(context: DemoContext): Promise<void> {
  context.clock.set(Date.now() - 30 * minute_ms)
  const consent = {
    ...{ patient: 'MacGregor', template: 'Premolar Root Canal', teeth: ['35'] },
    ...{ diagnosis: 'An infected nerve', video: { show: 'template', required: true } as const },
    ...{ by: 'dentist', daysAgo: 0, until: 'sent' as const },
  }
  await sendDemoConsent(context, consent, { key: 'demo-video', by: 'link' })
  await context.app.jobs.drain()
}
