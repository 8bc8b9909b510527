import { signInMessage } from '../../../contract/sign-in-codes.ts'

/** Why a sign-in with a provider was refused: the code, and what people are told for it. */
export type ProviderRefusal = { code: string; words: string }

const clockTime = /^\d{2}:\d{2}$/

/** What messages name, each in the only shape that it has: an address is anybody's to write. */
const parameterPatterns: Record<string, RegExp> = {
  day: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/,
  start: clockTime,
  end: clockTime,
  time: clockTime,
}

/** What the address says to which a provider's answer led; null when the sign-in was not refused. */
export function parseProviderRefusal(address: URLSearchParams): ProviderRefusal | null {
  const code = address.get('code')
  return code === null ? null : { code, words: refusalMessage(code, address) }
}

function refusalMessage(code: string, details: URLSearchParams): string {
  let isWhole = true
  const words = signInMessage(code).replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = details.get(name) ?? ''
    isWhole &&= parameterPatterns[name]?.test(value) ?? false
    return value
  })
  return isWhole ? words : signInMessage('provider-failed')
}
