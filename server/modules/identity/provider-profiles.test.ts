import { describe, expect, it } from 'vitest'
import { openIdProfile, profileReaders, type FetchJson } from './provider-profiles.ts'

/** A provider that answers so, by the end of the address. */
const respondingWith =
  (answers: Record<string, unknown>): FetchJson =>
  async (url) => {
    const [, answer = null] = Object.entries(answers).find(([end]) => url.endsWith(end)) ?? []
    return answer as never
  }

describe('who somebody is at a provider', () => {
  it('is what Google says, and their address when it is proved', async () => {
    const claims = { sub: '117', name: 'Amara Okafor', email: 'amara@example.org', email_verified: true }
    const amara = { id: '117', name: 'Amara Okafor', email: 'amara@example.org' }
    expect(await profileReaders.google(respondingWith({ userinfo: claims }))).toEqual(amara)
    for (const isProved of [false, undefined, 'true', 1])
      expect(
        await profileReaders.google(respondingWith({ userinfo: { ...claims, email_verified: isProved } })),
      ).toEqual({ ...amara, email: null })
  })

  it('is nobody where an OpenID provider names no subject', async () => {
    expect(await openIdProfile(respondingWith({ me: { email: 'amara@example.org' } }), '/me')).toBeNull()
    expect(await openIdProfile(respondingWith({}), '/me')).toBeNull()
  })

  it('is what Facebook says, with an address or without', async () => {
    const user = { id: '42', name: 'Amara Okafor', email: 'amara@example.org' }
    expect(await profileReaders.facebook(respondingWith({ email: user }))).toEqual(user)
    expect(await profileReaders.facebook(respondingWith({ email: { id: '42' } }))).toEqual({
      id: '42',
      name: '',
      email: null,
    })
    expect(await profileReaders.facebook(respondingWith({}))).toBeNull()
  })

  it('is what GitHub says, and the first of their addresses when that one is proved', async () => {
    const user = { id: 9, login: 'amara', name: null }
    const other = { email: 'other@example.org', primary: false, verified: true }
    const ask = (verified: boolean) =>
      respondingWith({
        '/user': user,
        '/user/emails': [other, { email: 'amara@example.org', primary: true, verified }],
      })
    expect(await profileReaders.github(ask(true))).toEqual({
      id: '9',
      name: 'amara',
      email: 'amara@example.org',
    })
    expect(await profileReaders.github(ask(false))).toEqual({ id: '9', name: 'amara', email: null })
    expect(await profileReaders.github(respondingWith({ '/user': user }))).toBeNull()
    expect(await profileReaders.github(respondingWith({ '/user/emails': [other] }))).toBeNull()
  })

  it('is what Twitter says, with an address that it confirmed or without', async () => {
    const data = { id: '7', name: 'Amara' }
    const email = 'amara@example.org'
    expect(
      await profileReaders.twitter(
        respondingWith({ confirmed_email: { data: { ...data, confirmed_email: email } } }),
      ),
    ).toEqual({ ...data, email })
    expect(await profileReaders.twitter(respondingWith({ confirmed_email: { data } }))).toEqual({
      ...data,
      email: null,
    })
    expect(await profileReaders.twitter(respondingWith({ confirmed_email: { errors: [] } }))).toBeNull()
  })
})
