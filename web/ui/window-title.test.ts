import { expect, test } from 'vitest'
import { setTitlePractice, windowTitle } from './window-title.ts'

test('a title names the practice while its pages are open', () => {
  setTitlePractice('Mill Lane Dental')
  expect(windowTitle('Patients', 'Candour')).toBe('Patients – Mill Lane Dental – Candour')
  setTitlePractice(null)
  expect(windowTitle('Patients', 'Candour')).toBe('Patients – Candour')
})
