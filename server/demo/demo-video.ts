import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { contract } from '../../contract/index.ts'
import { minute_ms } from '../platform/clock.ts'
import type { DemoStage } from './demo-stage.ts'
import { sendDemoConsent } from './demo-story.ts'

/** The clip of ours, as its storyboard in content/videos was drawn and encoded. */
const clip = { name: 'root-canal-steps', width: 960, height: 540, duration: 37 }
const template = 'Molar Root Canal'

const readClip = (ending: string): Promise<Buffer> =>
  readFile(fileURLToPath(new URL(`../../content/videos/${clip.name}.${ending}`, import.meta.url)))

/** The practice's own copy of a template, with our clip in its first section, which has to be watched. */
async function makeTemplate({ owner, templateId }: DemoStage): Promise<string> {
  const transcript = (await readClip('txt')).toString()
  const uploadId = await owner.upload({
    name: `${clip.name}.mp4`,
    type: 'video/mp4',
    bytes: await readClip('mp4'),
  })
  const { width, height, duration } = clip
  const told = { uploadId, width, height, duration, transcript }
  const { id: videoId, url } = (await owner.call(contract.videos.finish, told))!
  await owner.call(contract.videos.saveCaptions, { videoId, text: (await readClip('vtt')).toString() })
  const copy = (await owner.call(
    contract.templates.saveAsPersonal,
    { templateId: await templateId(template) },
    { key: 'demo-video-template' },
  ))!
  const [first, ...rest] = copy.sections
  await owner.call(contract.templates.update, {
    ...copy,
    templateId: copy.id,
    versionId: copy.versionId,
    reason: 'A film for patients',
    change: 'cosmetic',
    sections: [{ ...first!, media: { url, videoId, required: true, transcript } }, ...rest],
  })
  return copy.name
}

/** A film of the practice's own, and one patient whose form asks them to watch it. */
export async function showVideo(stage: DemoStage): Promise<void> {
  stage.clock.set(Date.now() - 30 * minute_ms)
  const own = await makeTemplate(stage)
  stage.clock.pass()
  const consent = {
    ...{ patient: 'MacGregor', template: own, teeth: ['36'], diagnosis: 'An infected nerve' },
    ...{ by: 'dentist', daysAgo: 0, until: 'sent' as const },
  }
  await sendDemoConsent(stage, consent, { key: 'demo-video', by: 'link' })
  await stage.app.jobs.drain()
}
