import { list_count_max } from '../../../contract/limits.ts'
import { numberText } from '../../ui/plain/number-text.ts'

/** How many there are, as far as they were counted: '1,000+' where counting stopped. */
export const formatCount = (count: number): string =>
  `${numberText(count)}${count >= list_count_max ? '+' : ''}`
