import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import type { TemplateContext } from '../../features/templates/template-context.ts'
import type { TemplatePaths } from '../../features/templates/template-operations.ts'
import type { Rendering } from '../../features/translations/translation-operations.ts'

export const clinicalReviewsPath = '/admin/consent-templates/reviews'
export const clinicalReviewPath = (templateId: string) => `${clinicalReviewsPath}/${templateId}`

/** Where the portal's screens about templates lead. */
export const platformTemplatePaths: TemplatePaths = {
  trail: [{ href: '/templates/consent', label: 'Consent Templates' }],
  list: '/templates/consent',
  create: '/admin/consents/new',
  view: (templateId) => `/templates/consent/${templateId}/view`,
  edit: (templateId) => `/admin/consents/${templateId}/edit`,
  editWithOffer: (templateId) => `/admin/consents/${templateId}/edit?offer=1`,
  videoSettings: (templateId) => `/admin/consents/${templateId}/video-settings`,
  clinicalReview: clinicalReviewPath,
  videos: '/admin/consent-templates/videos',
  video: (videoId) => `/admin/consent-templates/videos/${videoId}`,
}

export const platformTranslationPath = (templateId: string, { language, format }: Rendering) =>
  `/admin/consent-templates/${templateId}/translations/${language}/${format}`

/** What super administrators may do with the platform's templates: everything. */
export function usePlatformTemplateContext(onChanged: () => Promise<void>): TemplateContext {
  const navigate = useNavigate()
  return {
    side: 'admin',
    operations: api.adminTemplates,
    paths: platformTemplatePaths,
    canWrite: true,
    countInProgress: null,
    onOpen: (templateId) => void navigate(platformTemplatePaths.view(templateId)),
    onChanged,
  }
}
