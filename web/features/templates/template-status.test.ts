import { expect, test } from 'vitest'
import { inProgressText } from './template-status.ts'

test.each([
  [0, 'No consent of this template is under way.'],
  [1, 'One consent of this template is under way. They stay as they are'],
  [12, '12 consents of this template are under way. They stay as they are'],
])('%i consents under way', (count, words) => expect(inProgressText(count)).toContain(words))
