import { describe, expect, test } from 'vitest'
import type { TemplateVersion } from './template-operations.ts'
import { canDecide, personText, savedText, savingHint, pendingVersionOf } from './pending-version.ts'

const asked = {
  decision: 'changes asked',
  byName: 'Priya Nair',
  gdcNumber: null,
  at: '2026-11-21T12:00:00.000Z',
  comment: 'Say how often.',
} as const

const version = (label: string, facts: Partial<TemplateVersion> = {}): TemplateVersion => ({
  id: `version ${label}`,
  number: 1,
  label,
  createdAt: '2026-11-20T12:00:00.000Z',
  createdByName: 'Siân Rees',
  reason: 'Plainer words',
  change: 'material',
  isCurrent: false,
  isProposed: false,
  decisions: [],
  ...facts,
})
const proposal = {
  versionId: 'version 1.1',
  label: '1.1',
  byName: 'Siân Rees',
  at: '2026-11-20T12:00:00.000Z',
  reason: 'Plainer words',
  isOwn: true,
  decision: null,
}

describe('what waits', () => {
  test('is the version beside the one in use, with what was said of it', () => {
    const versions = [
      version('1.1', { isProposed: true, decisions: [asked] }),
      version('1.0', { isCurrent: true }),
    ]
    expect(pendingVersionOf({ status: 'active', proposal, isOwn: false }, versions)).toEqual({
      stage: 'proposal',
      versionId: 'version 1.1',
      label: '1.1',
      byName: 'Siân Rees',
      at: '2026-11-20T12:00:00.000Z',
      reason: 'Plainer words',
      change: 'material',
      isOwn: true,
      decision: asked,
      inUseId: 'version 1.0',
    })
  })

  test.each([
    ['draft', 'draft'],
    ['in review', 'review'],
  ] as const)('is the only text of a template that is %s', (status, stage) => {
    const versions = [version('1.0', { isCurrent: true })]
    expect(pendingVersionOf({ status, proposal: null, isOwn: false }, versions)).toMatchObject({
      ...{ stage, versionId: 'version 1.0', isOwn: false, decision: null, inUseId: null },
    })
  })

  test.each(['active', 'inactive', 'retired'] as const)('is nothing of one that is %s', (status) =>
    expect(
      pendingVersionOf({ status, proposal: null, isOwn: true }, [version('1.0', { isCurrent: true })]),
    ).toBe(null),
  )
})

test.each([
  ['proposal', false, true, true],
  ['proposal', true, true, false],
  ['review', true, true, false],
  ['review', true, false, true],
  ['draft', false, true, false],
] as const)('a %s, own: %s, approval asked for: %s: may decide %s', (stage, isOwn, needsApproval, may) =>
  expect(canDecide({ stage, isOwn }, needsApproval)).toBe(may),
)

test('people are named with their number', () => {
  expect(personText({ name: 'Dr Amara Okafor', gdcNumber: '123456' })).toBe('Dr Amara Okafor (GDC 123456)')
  expect(personText({ name: 'Siân Rees', gdcNumber: null })).toBe('Siân Rees')
})

test('a saving says what it came to', () => {
  expect(savedText({ status: 'active', proposal }, false)).toContain('Version 1.1 is awaiting approval')
  expect(savedText({ status: 'draft', proposal: null }, true)).toContain('Send it for review')
  expect(savedText({ status: 'draft', proposal: null }, false)).toBe('Template updated.')
  expect(savedText({ status: 'active', proposal: null }, true)).toBe('Template created.')
})

test('what approval means is told before saving, where it means something', () => {
  expect(savingHint(null)).toContain('draft')
  expect(savingHint({ status: 'active', proposal: null })).toContain('the version in use stays')
  expect(savingHint({ status: 'draft', proposal: null })).toBeUndefined()
})
