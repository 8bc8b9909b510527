import { useRef } from 'react'

/** A key for what is sent: the same words sent again keep theirs, so that the server takes them once. */
export function useIdempotencyKey(): (body: unknown) => string {
  const sent = useRef({ said: '', key: '' })
  return (said) => {
    const words = JSON.stringify(said)
    if (sent.current.said !== words) sent.current = { said: words, key: crypto.randomUUID() }
    return sent.current.key
  }
}
