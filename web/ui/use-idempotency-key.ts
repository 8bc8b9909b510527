import { useRef } from 'react'

/**
 * A key that stays the same while the same thing is asked again (a double press, a retry after a lost answer),
 * and changes with what is asked.
 */
export function useIdempotencyKey(): (request: unknown) => string {
  const last = useRef({ asked: '', key: '' })
  return (asked) => {
    const text = JSON.stringify(asked)
    if (last.current.asked !== text) last.current = { asked: text, key: crypto.randomUUID() }
    return last.current.key
  }
}
