/** Where a template is shown that has just been saved, its row marked. */
export const savedTemplatePath = (templateId: string) => `/admin/consents?tab=templates&saved=${templateId}`
