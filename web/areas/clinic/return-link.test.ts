import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadReturnPath, returnLink } from './return-link.ts'

const consent = { id: 'c1', patient: { id: 'p1', name: 'Eleanor Whitcombe' } }
const list = ['/clinic/consents', 'Back to consents']

test.each<[string | undefined, string[]]>([
  ['/clinic', ['/clinic', 'Back to dashboard']],
  ['/clinic?day=2026-11-21', ['/clinic?day=2026-11-21', 'Back to dashboard']],
  ['/clinic/patients/p1', ['/clinic/patients/p1', 'Back to Eleanor Whitcombe']],
  ['/clinic/patients/p1/history', ['/clinic/patients/p1/history', 'Back to Eleanor Whitcombe']],
  ['/clinic/patients/p2', ['/clinic/patients/p2', 'Back to patients']],
  ['/clinic/patients?q=whit', ['/clinic/patients?q=whit', 'Back to patients']],
  ['/clinic/templates/t1', ['/clinic/templates/t1', 'Back to templates']],
  ['/clinic/consents?view=drafts', ['/clinic/consents?view=drafts', 'Back to consents']],
  ['/clinic/consents/c0', ['/clinic/consents/c0', 'Back to previous consent']],
  ['/clinic/consents/c1', list],
  ['/clinic/settings', list],
  [undefined, list],
])('from %s', (path, [href, label]) => expect(returnLink(path, consent)).toEqual({ href, label }))

describe('where the work began', () => {
  afterEach(() => vi.unstubAllGlobals())
  const begun = { usr: { returnPath: '/clinic/patients/p1' } }
  const form = '/clinic/consents/new?patient=p1'
  test.each<[string, string, object | null, string, string | undefined]>([
    ['the page before', '/clinic/patients?q=whit', null, form, '/clinic/patients?q=whit'],
    ['a page before with something of its own', '/clinic', begun, form, '/clinic'],
    ['reloaded', form, begun, form, '/clinic/patients/p1'],
    ['opened by its address', form, null, form, undefined],
    ['from the form to the card', form, begun, '/clinic/consents/c1/sent', '/clinic/patients/p1'],
    ['from the card to another form', '/clinic/consents/c1/sent', begun, form, '/clinic/patients/p1'],
    ['from a note to its draft', '/clinic/consents/ai-generate', begun, form, '/clinic/patients/p1'],
  ])('%s', (_name, here, state, asked, expected) => {
    const { pathname, search } = new URL(here, 'https://candour.test')
    vi.stubGlobal('location', { pathname, search })
    vi.stubGlobal('history', { state })
    expect(loadReturnPath(new URL(asked, 'https://candour.test').href)).toBe(expected)
  })
})
