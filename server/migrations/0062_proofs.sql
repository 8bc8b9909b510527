ALTER TABLE "supporters" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "supporters" ADD COLUMN "hash" text;--> statement-breakpoint
ALTER TABLE "patients" DROP COLUMN "guardian";--> statement-breakpoint
ALTER TABLE "supporters" ADD CONSTRAINT "supporters_number" UNIQUE("clinic_id","consent_id","number");--> statement-breakpoint
ALTER TABLE "supporters" ADD CONSTRAINT "supporters_told" CHECK ((number is null) = (hash is null));--> statement-breakpoint
CREATE POLICY "patient" ON "capacity_decisions" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));