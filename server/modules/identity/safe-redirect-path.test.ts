import { describe, expect, it } from 'vitest'
import { safeRedirectPath } from './safe-redirect-path.ts'

describe('the path that a sign-in goes on to', () => {
  it.each(['/', '/clinic', '/clinic/consents?status=sent&page=2', '/clinic/templates#top', '/a/b%20c'])(
    'is %s as it was asked for',
    (path) => {
      expect(safeRedirectPath(path)).toBe(path)
    },
  )

  it.each([
    undefined,
    '',
    'clinic',
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '///elsewhere.example/',
    String.raw`/\elsewhere.example`,
    String.raw`\\elsewhere.example`,
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '\u0000//elsewhere.example',
    '/\u200b/elsewhere.example',
    '/.//elsewhere.example',
    '/clinic/..//elsewhere.example',
    'javascript:alert(1)',
    ' /clinic',
    '/clinic\r\nset-cookie: a=b',
    '@elsewhere.example',
  ])('is none for %j', (wanted) => {
    expect(safeRedirectPath(wanted)).toBeNull()
  })

  it('never leaves our address, however it is read', () => {
    const signs = ['/', '\\', '.', '@', ':', '%2f', '%5c', '\t', ';', '?', '#']
    const paths = signs
      .flatMap((first) => signs.map((second) => safeRedirectPath(`/${first}${second}/elsewhere.example/x`)))
      .filter((path) => path !== null)
    const ours = 'https://consent.example.org'
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((path) => new URL(path, ours).origin !== ours)).toEqual([])
  })
})
