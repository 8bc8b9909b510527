import { z } from 'zod'

/** An address of another program: encrypted, and without a name and a password that logs would keep. */
export const secureUrl = z
  .url({ protocol: /^https$/, error: 'Enter an address that begins with https://' })
  .max(500)
  .refine((typed) => {
    const { username, password } = URL.parse(typed) ?? {}
    return !username && !password
  }, 'Enter an address without a user name or password')
