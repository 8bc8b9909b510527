import { expect, it } from 'vitest'
import type { RootKey } from '../../platform/database/root-key.ts'
import { createReplyTokens } from './ticket-tokens.ts'

const rootKey = { derive: (purpose: string) => Buffer.from(`a key for ${purpose}`) } as unknown as RootKey
const tokens = createReplyTokens(rootKey, 'Help@Candour.example.org')
const ticket = { clinicId: 'clinic', id: 'ticket', number: 12 }

it('lets an answer reach the ticket that it was made for, in whatever letters it comes back', () => {
  const address = tokens.addressOf(ticket)
  expect(address).toMatch(/^help\+12-[\da-f]{24}@candour\.example\.org$/)
  for (const written of [address, address.toUpperCase()]) {
    expect(tokens.numberIn(written)).toBe(12)
    expect(tokens.matchesTicket(written, ticket)).toBe(true)
  }
})

it('lets none reach another ticket, or by a number alone', () => {
  const address = tokens.addressOf(ticket)
  expect(tokens.matchesTicket(address, { ...ticket, id: 'another' })).toBe(false)
  expect(tokens.matchesTicket(address, { ...ticket, clinicId: 'another' })).toBe(false)
  // The number is in no signature: whoever changes it names another ticket than the one it was made for.
  expect(tokens.matchesTicket(address, { ...ticket, number: 13 })).toBe(false)
  expect(tokens.matchesTicket(address.replace('+12-', '+13-'), ticket)).toBe(false)
  for (const wrong of ['', 'help@candour.example.org', 'help+12-@candour.example.org', 'help+12-abc@x.org']) {
    expect(tokens.matchesTicket(wrong, ticket)).toBe(false)
    expect(tokens.numberIn(wrong)).toBeNull()
  }
})
