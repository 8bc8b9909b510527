import type { VideoAsset } from '../../../contract/videos.ts'

/**
 * `unscanned`: from before, or nobody scans here. `pending`: held until it was scanned. `removed`: malware was found
 * before it was stored, and its bytes are gone. `quarantined`: found later, and it stays for the records that name it.
 */
export const videoScans = ['unscanned', 'pending', 'clean', 'removed', 'quarantined'] as const
export type VideoScan = (typeof videoScans)[number]

/** Whether nobody is given any of its files. */
export const isVideoHeld = ({ scan }: { scan: VideoScan }): boolean =>
  scan === 'pending' || scan === 'removed' || scan === 'quarantined'

type State = { scan: VideoScan } & Pick<VideoAsset, 'state' | 'stateReason'>

const checkingMessage = 'Not playable yet: it is being checked for viruses.'
const scannerAwayMessage =
  'Not playable yet: the virus scanner is unavailable. The check starts again automatically.'
const infectedMessage = 'This video is blocked because it contains malware ({signature}).'

/** How a new video begins where files are scanned. */
export const pendingState = (isScannerAway = false): State => ({
  scan: 'pending',
  state: 'waiting',
  stateReason: isScannerAway ? scannerAwayMessage : checkingMessage,
})

/** What becomes of one in which something was found. */
export const infectedState = (scan: 'removed' | 'quarantined', signature: string): State => ({
  scan,
  state: 'failed',
  stateReason: infectedMessage.replace('{signature}', signature),
})
