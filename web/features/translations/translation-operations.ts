import type { TranslationFormat, RenderingLanguage, Translation } from '../../../contract/translations.ts'
import type { Api } from '../../api.ts'

/** What can be asked about translations: of a clinic's templates, or by super administrators of the platform's. */
export type TranslationOperations = Api['translations']
export type TranslatedSection = Translation['sections'][number]

/** Which rendering of a template. */
export type Rendering = { language: RenderingLanguage; format: TranslationFormat }
