-- Addresses by which another program opens Candour for one member of staff, once.
CREATE TABLE "launches" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"token_hash" text NOT NULL,
	"key_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "launches_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "launches" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "launches" ADD CONSTRAINT "launches_clinic_id_key_id_api_keys_clinic_id_id_fk" FOREIGN KEY ("clinic_id","key_id") REFERENCES "public"."api_keys"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "launches" ADD CONSTRAINT "launches_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "launches_token" ON "launches" USING btree ("clinic_id","token_hash");--> statement-breakpoint
CREATE POLICY "clinic" ON "launches" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
grant select, insert, delete on launches to candour_clinic;
