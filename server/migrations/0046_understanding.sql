CREATE TABLE "understanding_entries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"question" text,
	"answer" integer,
	"is_right" boolean,
	"text" text DEFAULT '' NOT NULL,
	"staff_id" uuid,
	"by_name" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "understanding_entries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "understanding_entries_kind" CHECK (kind in ('answered', 'talk', 'finished', 'explained')),
	CONSTRAINT "understanding_entries_shape" CHECK ((kind = 'answered') = (answer is not null) and (kind = 'answered') = (is_right is not null)
        and (kind <> 'answered' or question is not null) and (kind in ('answered', 'talk') or question is null)
        and (kind = 'explained') = (staff_id is not null) and (kind <> 'explained' or text <> '')
        and (kind in ('finished', 'explained') or text = ''))
);
--> statement-breakpoint
ALTER TABLE "understanding_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "understanding_entries" ADD CONSTRAINT "understanding_entries_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "understanding_entries" ADD CONSTRAINT "understanding_entries_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "understanding_entries_number" ON "understanding_entries" USING btree ("clinic_id","consent_id","number");--> statement-breakpoint
CREATE POLICY "clinic" ON "understanding_entries" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "understanding_entries" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));