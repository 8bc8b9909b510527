/** Where practices are looked after. */
export const clinicPaths = {
  list: '/admin/clinics',
  new: '/admin/clinics/new',
  view: (clinicId: string) => `/admin/clinics/${clinicId}`,
  edit: (clinicId: string) => `/admin/clinics/${clinicId}/edit`,
  consents: (clinicId: string) => `/admin/clinics/${clinicId}/consents`,
}
