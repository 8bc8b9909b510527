import { expect, test } from 'vitest'
import { initialsOf } from './avatar.tsx'

test.each([
  ['Amara Okafor', 'AO'],
  ['Dr Amara N. Okafor', 'AO'],
  ['mrs. eleanor whitcombe', 'EW'],
  ['Björk', 'B'],
  ['  Yusuf   Rahman ', 'YR'],
  ['', ''],
])('%s is %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
