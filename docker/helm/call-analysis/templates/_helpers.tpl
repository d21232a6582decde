{{- define "call-analysis.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end -}}
{{- end -}}
{{- end }}

{{- define "call-analysis.secret" -}}
{{ .Values.existingSecret | default "call-analysis" }}
{{- end }}

{{- define "call-analysis.host" -}}
{{ .Values.ingress.host | default (urlParse .Values.settings.PUBLIC_URL).host | quote }}
{{- end }}

{{- /* A mapping whose values are strings, as ConfigMaps and Secrets want them: 8 becomes "8", and not 8e+00. */}}
{{- define "call-analysis.strings" -}}
{{- $strings := dict }}
{{- range $name, $value := . }}{{ $_ := set $strings $name (kindIs "string" $value | ternary $value (toJson $value)) }}{{ end }}
{{- toYaml $strings }}
{{- end }}

{{- define "call-analysis.checksum" -}}
{{ printf "%s%s" (toJson .Values.settings) (toJson .Values.secrets) | sha256sum }}
{{- end }}
