import { parseUserAgent } from '../audit/index.ts'

/** A device as people know theirs: 'Chrome 142 on Windows'. */
export function deviceText(userAgent: string | null): string {
  const { browser, browserVersion, platform } = parseUserAgent(userAgent ?? 'unknown')
  const major = /^\d+/.exec(browserVersion)?.[0]
  const name = browser === 'unknown' ? 'Unknown browser' : [browser, major].filter(Boolean).join(' ')
  return platform === 'unknown' ? name : `${name} on ${platform}`
}
