import { isFrameOrigin } from '../../../contract/frame-origin.ts'

/** An origin as it was typed or pasted: of a whole address what stands before its path. Null where there is none. */
export function parseOrigin(typed: string): string | null {
  const url = URL.parse(typed.trim())
  return url && !url.username && isFrameOrigin(url.origin) ? url.origin : null
}
