CREATE TABLE "viewings" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"video_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"showing" uuid NOT NULL,
	"showing_number" integer NOT NULL,
	"said" jsonb NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "viewings_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "viewings_numbers" CHECK (number > 0 and showing_number >= 0),
	CONSTRAINT "viewings_kinds" CHECK (kind in ('started', 'watched', 'read_instead'))
);
--> statement-breakpoint
ALTER TABLE "viewings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "viewings_number" ON "viewings" USING btree ("clinic_id","consent_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "viewings_once" ON "viewings" USING btree ("clinic_id","consent_id","showing","showing_number");--> statement-breakpoint
CREATE POLICY "clinic" ON "viewings" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "viewings" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));