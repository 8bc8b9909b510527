import { z } from 'zod'

const shape = z.email()

/** An address as it is kept, in lower case; null when it is none. One with a line break, which could begin a header, is none. */
export function emailOf(typed: string): string | null {
  const email = typed.trim().toLowerCase()
  return shape.safeParse(email).success ? email : null
}
