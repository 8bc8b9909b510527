import type { Api } from '../../api.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'

/** What can be asked about templates: of a clinic's, or by super administrators of the platform's. The forms are alike. */
export type TemplateOperations = Omit<Api['templates'], 'setFavourite'>
export type TemplatePage = Awaited<ReturnType<TemplateOperations['list']>>
export type TemplateRow = TemplatePage['rows'][number]
export type TemplateFacets = Awaited<ReturnType<TemplateOperations['facets']>>
export type TemplateVersion = Awaited<ReturnType<TemplateOperations['versions']>>[number]
export type TemplateOffer = NonNullable<Awaited<ReturnType<TemplateOperations['offer']>>['offer']>
export type TemplateVersionText = Awaited<ReturnType<TemplateOperations['version']>>
/** What a text says, without when and by whom it was saved. */
export type TemplateContent = Omit<TemplateVersionText, Exclude<keyof TemplateVersion, 'label'>>

/** Whose templates a screen is about: words, columns and actions follow. */
export type TemplateSide = 'clinic' | 'admin'

/** Where the screens about templates lead. */
export type TemplatePaths = {
  /** Above the page of a template, down to their list. */
  trail: readonly Crumb[]
  list: string
  create: string
  view: (templateId: string) => string
  edit: (templateId: string) => string
  /** The editor, with newer wording of what the template was copied from. */
  editWithOffer: (templateId: string) => string
  /** How patients are shown the video of a template. */
  videoSettings: (templateId: string) => string
  /** The library of videos, and one of them. */
  videos: string
  /** Where its clinical review is recorded, for those who do. */
  clinicalReview?: (templateId: string) => string
  video: (videoId: string) => string
}
