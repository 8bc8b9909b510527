/** What a player says, in the language of the page. */
export type PlayerWords = {
  play: string
  pause: string
  mute: string
  unmute: string
  captions: string
  fullscreen: string
  leaveFullscreen: string
  progress: string
  /** With {elapsed} and {total}. */
  time: string
  speed: string
  /** With {speed}. */
  speedOf: string
  usualSpeed: string
  transcript: string
  keys: string
  loading: string
  failed: string
  retry: string
  /** Why a jump ahead was turned back. */
  turnedBack: string
}
