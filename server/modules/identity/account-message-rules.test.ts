import { describe, expect, it, test } from 'vitest'
import {
  accountChangeTexts,
  composeCodeText,
  composeLinkMail,
  buildMessageLink,
  composeAccountNotice,
  type LinkKind,
} from './account-message-rules.ts'

const address = 'https://consent.example.org'
const token = 'Abc-_1'.repeat(6)

describe('the link of a message', () => {
  it.each<[LinkKind, string]>([
    ['email-link', '/login/link'],
    ['reset', '/reset-password'],
    ['registration', '/register'],
    ['email-change', '/verify-email'],
  ])('%s leads to %s, the token where no server sees it', (kind, path) => {
    const link = buildMessageLink(kind, { address, token })
    expect(link).toBe(`${address}${path}#${token}`)
    expect(new URL(link).search).toBe('')
  })

  it('goes on to a path of ours', () => {
    const link = buildMessageLink('email-link', { address, token, to: '/clinic/consents?status=sent' })
    expect(link).toBe(`${address}/login/link?to=%2Fclinic%2Fconsents%3Fstatus%3Dsent#${token}`)
  })

  it.each(['https://evil.example', '//evil.example/x', '/\\evil.example', 'clinic', '/\r\nx', ''])(
    'and nowhere else: %j',
    (to) => {
      expect(buildMessageLink('email-link', { address, token, to })).toBe(`${address}/login/link#${token}`)
    },
  )
})

describe('a mail with a link', () => {
  it.each<[LinkKind, string]>([
    ['email-link', '15'],
    ['reset', '60'],
    ['registration', '60'],
    ['email-change', '60'],
  ])('%s says how long it works: %s minutes', (kind, minutes) => {
    const link = buildMessageLink(kind, { address, token })
    const { subject, text, html } = composeLinkMail(kind, { link, greetingName: 'Amara' })
    expect(subject).not.toContain('{{')
    expect(text).toContain(`\n${link}\n`)
    expect(text).toContain(`for ${minutes} minutes`)
    expect(text).not.toContain('{{')
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html).toContain(`<a href="${link}">`)
  })

  it('cannot be bent by a name', () => {
    const { subject, html, text } = composeLinkMail('reset', {
      link: buildMessageLink('reset', { address, token }),
      greetingName: 'A\r\nBcc: thief@example.org\n<a href="https://evil.example">',
    })
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text).not.toMatch(/^Bcc:/m)
    expect(html.match(/<a /g)).toHaveLength(1)
  })
})

describe('a notice', () => {
  it.each(Object.entries(accountChangeTexts))(
    'of %s says what was changed, and has no link',
    (change, said) => {
      const { text, html } = composeAccountNotice(change, { address, greetingName: '' })
      expect(text).toMatch(/^Hello\n/)
      expect(text).toContain(said)
      expect(text).toContain(address)
      expect(html).not.toContain('<a ')
    },
  )

  it('of what nobody knows is a fault', () => {
    expect(() => composeAccountNotice('toString', { address, greetingName: '' })).toThrow('no notice')
  })
})

test.each(['phone-code', 'phone-change'] as const)('a text of %s ends with what phones fill in', (kind) => {
  const text = composeCodeText(kind, { code: '012345', address })
  expect(text).toMatch(/^Candour: 012345 is your code [^]*5 minutes[^]*\n\n@consent\.example\.org #012345$/)
  expect(text.length).toBeLessThanOrEqual(160)
})
