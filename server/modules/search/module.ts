import type { OpenModule } from '../../module.ts'
import { searchHandlers } from './search-handlers.ts'

/** People, consents and templates found from anywhere in a practice. */
export const search: OpenModule = () => ({ handlers: { search: searchHandlers } })
