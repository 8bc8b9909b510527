import type { CapacityForms } from '../../contract/capacity-rules.ts'
import { loadCapacity } from './capacity-loader.ts'
import { type ContentFile, type Problem, nameOf, readFolder } from './content-file.ts'
import type { Json } from './json-type.ts'
import type {
  LibraryAdditionalConsent,
  GlossaryTerm,
  LibraryAftercare,
  LibraryCompliance,
  LibraryEasyRead,
  LibraryFactorBook,
  LibraryClinicalReview,
  LibraryFilm,
  LibraryNhsCharges,
  LibraryPicture,
  LibraryPictureTranslations,
  LibraryProcedures,
  LibraryShorthand,
  LibraryTermbase,
  LibraryTranslation,
  LibraryTreatments,
  LibraryUnderstanding,
  Messages,
  ShippedDocument,
} from './library-types.ts'
import type { HealthWordList } from '../../wording/health-words.ts'
import { findNearCopies } from '../../wording/similarity.ts'
import type { Finding } from '../../wording/linted-template.ts'
import { lintTemplate } from '../../wording/template-lint.ts'
import { reportFormsOfAddress } from './address-checks.ts'
import { loadAdditionalConsents } from './additional-consent-loader.ts'
import { loadAftercare } from './aftercare-loader.ts'
import { loadCompliance } from './compliance-loader.ts'
import { loadEasyRead } from './easy-read-loader.ts'
import { loadEasyReadSymbols } from './easy-read-symbols.ts'
import { loadFactors } from './factor-loader.ts'
import { loadClinicalReviews } from './clinical-review-loader.ts'
import { loadGlossary } from './glossary-loader.ts'
import { loadMessages, readHealthWords } from './message-loader.ts'
import { type LoadedTemplate, loadTemplates } from './template-loader.ts'
import { loadFilms } from './film-loader.ts'
import { loadNhsCharges } from './nhs-charge-loader.ts'
import { loadPictures } from './picture-loader.ts'
import { loadPictureTranslations, type PictureTranslationGap } from './picture-translation-loader.ts'
import { loadProcedures } from './procedure-loader.ts'
import { loadPlatformDocuments } from './platform-document-loader.ts'
import { loadLaws, type LawRegister } from './law-loader.ts'
import { loadShorthand } from './shorthand-loader.ts'
import { type Sources, loadSources, reportUnusedSources } from './source-loader.ts'
import { loadTermbases } from './termbase-loader.ts'
import { loadTreatments, reportUnknownTreatments } from './treatment-loader.ts'
import { loadMedicineNames } from './medicine-names.ts'
import { loadTranslations } from './translation-loader.ts'
import { loadUnderstanding } from './understanding-loader.ts'
import { type WordsByLanguage, loadWords, parseJson } from './words-loader.ts'

export type Content = {
  additionalConsents: LibraryAdditionalConsent[]
  nhsCharges: LibraryNhsCharges[]
  /** Null when the file was reported as wrong. */
  laws: LawRegister | null
  treatments: LibraryTreatments
  /** Null when the file was reported as wrong. */
  factors: LibraryFactorBook | null
  /** Null when the file was reported as wrong. */
  procedures: LibraryProcedures | null
  /** Null when a file was reported as wrong. */
  capacity: CapacityForms | null
  /** Null when a file was reported as wrong. */
  shorthand: LibraryShorthand | null
  understanding: LibraryUnderstanding
  pictures: LibraryPicture[]
  pictureTranslations: LibraryPictureTranslations
  pictureTranslationGaps: PictureTranslationGap[]
  films: LibraryFilm[]
  templates: LoadedTemplate[]
  sources: Sources
  clinicalReviews: LibraryClinicalReview[]
  translations: LibraryTranslation[]
  easyRead: LibraryEasyRead[]
  /** The drawings beside the lines of Easy Read, by name. */
  easyReadSymbols: Record<string, string>
  termbases: LibraryTermbase[]
  /** Dental words in plain ones. */
  glossary: GlossaryTerm[]
  messages: Messages
  healthWords: HealthWordList
  words: WordsByLanguage
  pages: { [name: string]: Json }
  platformDocuments: ShippedDocument[]
  /** Null when a file was reported as wrong. */
  aftercare: LibraryAftercare | null
  /** Null when a file was reported as wrong. */
  compliance: LibraryCompliance | null
}

/** Everything under `content/` of the repository at `root`, with all that is wrong in it; warnings are not wrong. */
export function loadContent(root: string): { content: Content; problems: Problem[]; warnings: Problem[] } {
  const problems: Problem[] = []
  const treatments = loadTreatments(
    requireFile(readFolder(root, 'content', 'treatments.yaml'), 'content/treatments.yaml'),
    problems,
  )
  const { pictures, bySubtype } = loadPictures(
    {
      list: requireFile(
        readFolder(root, 'content/pictures', 'pictures.yaml'),
        'content/pictures/pictures.yaml',
      ),
      drawings: readFolder(root, 'content/pictures', '.svg'),
    },
    treatments,
    problems,
  )
  const { films, bySubtype: filmBySubtype } = loadFilms(
    root,
    readFolder(root, 'content/videos', '.yaml'),
    treatments,
    problems,
  )
  const blocks = readFolder(root, 'content/blocks', '.md')
  const sourceFiles = readFolder(root, 'content/sources', '.yaml')
  const general = requireFile(
    readFolder(root, 'content/templates', 'sources.yaml'),
    'content/templates/sources.yaml',
  )
  const sources = loadSources({ general, published: sourceFiles }, problems)
  const templates = loadTemplates(
    {
      templates: readFolder(root, 'content/templates', '.md'),
      ...{ blocks, sources },
      pictures: bySubtype,
      films: filmBySubtype,
    },
    problems,
  )
  const used = new Set(templates.flatMap(({ sourceKeys }) => sourceKeys))
  reportUnusedSources(sourceFiles, { sources, used }, problems)
  reportUnknownTreatments(templates, treatments, problems)
  const clinicalReviews = loadClinicalReviews(
    requireFile(readFolder(root, 'content', 'clinical-reviews.yaml'), 'content/clinical-reviews.yaml'),
    templates.map(({ shipped }) => shipped),
    problems,
  )
  const glossary = loadGlossary(
    requireFile(readFolder(root, 'content', 'glossary.yaml'), 'content/glossary.yaml'),
    templates,
    problems,
  )
  const procedures = loadProcedures(
    requireFile(readFolder(root, 'content', 'procedures.yaml'), 'content/procedures.yaml'),
    templates,
    problems,
  )
  const factors = loadFactors(
    requireFile(readFolder(root, 'content', 'patient-factors.yaml'), 'content/patient-factors.yaml'),
    { procedures, blocks, templates },
    problems,
  )
  const additionalConsents = loadAdditionalConsents(
    requireFile(readFolder(root, 'content', 'additional-consents.yaml'), 'content/additional-consents.yaml'),
    problems,
  )
  const nhsCharges = loadNhsCharges(
    requireFile(readFolder(root, 'content', 'nhs-charges.yaml'), 'content/nhs-charges.yaml'),
    problems,
  )
  const laws = loadLaws(requireFile(readFolder(root, 'content', 'laws.yaml'), 'content/laws.yaml'), problems)
  const capacity = loadCapacity(readFolder(root, 'content/capacity', '.yaml'), problems)
  const shorthand = loadShorthand(
    readFolder(root, 'content/shorthand', '.yaml'),
    { treatments, factors },
    problems,
  )
  const understanding = loadUnderstanding(
    requireFile(
      readFolder(root, 'content/understanding', 'universal.yaml'),
      'content/understanding/universal.yaml',
    ),
    treatments,
    problems,
  )
  const medicines = loadMedicineNames(
    requireFile(readFolder(root, 'content', 'medicine-names.yaml'), 'content/medicine-names.yaml'),
    problems,
  )
  const translations = loadTranslations(
    readFolder(root, 'content/translations', '.md'),
    { library: templates.map(({ shipped }) => shipped), medicines },
    problems,
  )
  const { translations: pictureTranslations, gaps: pictureTranslationGaps } = loadPictureTranslations(
    readFolder(root, 'content/translations', 'pictures.yaml'),
    { pictures, medicines },
    problems,
  )
  const easyReadSymbols = loadEasyReadSymbols(readFolder(root, 'content/easy-read/symbols', '.svg'), problems)
  const easyReadFiles = readFolder(root, 'content/easy-read', '.md')
  const isEasyReadBlock = ({ path }: ContentFile) => path.includes('/blocks/')
  const easyRead = loadEasyRead(
    {
      texts: easyReadFiles.filter((file) => !isEasyReadBlock(file)),
      blocks: easyReadFiles.filter(isEasyReadBlock),
      templateBlocks: blocks,
    },
    {
      library: templates.map(({ shipped }) => shipped),
      symbols: new Set(Object.keys(easyReadSymbols)),
    },
    problems,
  )
  const healthWords = readHealthWords(
    requireFile(readFolder(root, 'content', 'health-words.txt'), 'content/health-words.txt'),
  )
  const messages = loadMessages(
    {
      english: readFolder(root, 'content/messages/en', '.md'),
      translated: readFolder(root, 'content/messages', '.json'),
      healthWords,
    },
    problems,
  )
  const words = loadWords(readFolder(root, 'content/words', '.json'), problems)
  const pages = loadPages(readFolder(root, 'content/pages', '.json'), problems)
  const termbases = loadTermbases(
    readFolder(root, 'content/termbases', '.yaml'),
    {
      ...{ plan: pages['consent-plan'], factors, understanding, shorthand, translations, medicines },
      library: templates.map(({ shipped }) => shipped),
    },
    problems,
  )
  const platformDocuments = loadPlatformDocuments(
    readFolder(root, 'content/platform-documents', '.md'),
    pages,
    problems,
  )
  const aftercare = loadAftercare(
    {
      schedule: requireFile(
        readFolder(root, 'content/aftercare', 'schedule.yaml'),
        'content/aftercare/schedule.yaml',
      ),
      worries: requireFile(
        readFolder(root, 'content/aftercare', 'worries.yaml'),
        'content/aftercare/worries.yaml',
      ),
    },
    { treatments, words },
    problems,
  )

  const compliance = loadCompliance(
    {
      yaml: readFolder(root, 'content/compliance', '.yaml'),
      policies: readFolder(root, 'content/compliance', '.md'),
    },
    treatments,
    problems,
  )

  reportFormsOfAddress(
    requireFile(readFolder(root, 'content', 'forms-of-address.yaml'), 'content/forms-of-address.yaml'),
    [
      ...readFolder(root, 'content/words', '.json'),
      ...readFolder(root, 'content/messages', '.json'),
      ...readFolder(root, 'content/translations', '.md'),
      ...readFolder(root, 'content/translations', '.yaml'),
      ...readFolder(root, 'content/termbases', '.yaml'),
    ],
    problems,
  )

  const findings = lintTemplates(templates)
  const wrong = findings.filter(({ level }) => level === 'error')
  const warned = findings.filter(({ level }) => level === 'warning')
  return {
    content: {
      additionalConsents,
      nhsCharges,
      laws,
      ...{
        treatments,
        pictures,
        pictureTranslations,
        pictureTranslationGaps,
        films,
        factors,
        procedures,
        shorthand,
        templates,
        sources,
        clinicalReviews,
        translations,
        easyRead,
        easyReadSymbols,
        termbases,
        understanding,
        glossary,
      },
      ...{ messages, healthWords, words, pages, platformDocuments, aftercare, capacity, compliance },
    },
    problems: [...problems, ...wrong.map(toProblem)],
    warnings: warned.map(toProblem),
  }
}

type FileFinding = Finding & { path: string }

function lintTemplates(templates: LoadedTemplate[]): FileFinding[] {
  const single = templates.flatMap(({ path, linted }) =>
    lintTemplate(linted).map((finding) => ({ ...finding, path })),
  )
  const compared = findNearCopies(templates.map(({ path, ownSections }) => ({ id: path, ownSections })))
  return [...single, ...compared.map(({ id, ...finding }) => ({ ...finding, path: id }))]
}

function toProblem({ path, check, section, message }: FileFinding): Problem {
  return { path, line: 0, message: `${section ? `${section}: ` : ''}${message} (check ${check})` }
}

function loadPages(files: ContentFile[], problems: Problem[]): { [name: string]: Json } {
  const pages: { [name: string]: Json } = {}
  for (const file of files) {
    const page = parseJson(file, problems)
    if (page !== undefined) pages[nameOf(file)] = page
  }
  return pages
}

function requireFile(files: ContentFile[], path: string): ContentFile {
  const [file] = files
  if (!file) throw new Error(`${path} is missing`)
  return file
}
