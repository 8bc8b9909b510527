CREATE POLICY "admin_delete" ON "quarantined_files" AS PERMISSIVE FOR DELETE TO "candour_admin" USING (owner_clinic_id is null);--> statement-breakpoint
-- A file in which nothing is found any more is given out again.
grant delete on quarantined_files to candour_clinic, candour_admin;
