import { expect, test } from 'vitest'
import { inProgressText } from './template-status.ts'

test.each([
  [0, 'No consents from this template are in progress.'],
  [1, 'One consent from this template is in progress. They do not change'],
  [12, '12 consents from this template are in progress. They do not change'],
])('%i consents under way', (count, words) => expect(inProgressText(count)).toContain(words))
