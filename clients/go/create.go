package callanalysis

import (
	"context"
	"net/http"
)

// Create submits a call: a recording (File, Reader or Open), a link to one (URL), or a scenario of the sandbox alone. The recording is
// sent as it is read, never held in memory. The answer comes when the recording is stored; the analysis is then still running, see
// [AnalysesService.WaitForCompletion]. POST /analysis and POST /analysis/from-url.
func (s *AnalysesService) Create(
	ctx context.Context, params *AnalysesCreateParams, options ...RequestOption,
) (*Analysis, error) {
	request, err := createCall(params)
	if err != nil {
		return nil, err
	}
	request.options = options
	return fetch[Analysis](ctx, s.client, request)
}

func createCall(params *AnalysesCreateParams) (*call, error) {
	if params == nil {
		return nil, argumentError("There are no parameters.", nil)
	}
	sources := 0
	for _, given := range []bool{params.File != "", params.Reader != nil, params.Open != nil, params.URL != ""} {
		if given {
			sources++
		}
	}
	switch {
	case sources > 1:
		return nil, argumentError("Give one of File, Reader, Open and URL.", nil)
	case sources == 0 && params.Scenario == "":
		return nil, argumentError("Give the recording as File, Reader, Open or URL, or a Scenario.", nil)
	case sources == 0 || params.URL != "":
		return fromURLCall(params), nil
	}
	fields, err := fieldsOf(params)
	if err != nil {
		return nil, err
	}
	made, err := newUpload(fields, params)
	if err != nil {
		return nil, err
	}
	return &call{method: http.MethodPost, path: "/analysis", upload: made}, nil
}

func fromURLCall(params *AnalysesCreateParams) *call {
	body := withNulls(params, params.NullFields)
	if params.URL != "" {
		members := map[string]any{"audio_url": params.URL}
		for _, name := range params.NullFields {
			members[name] = nil
		}
		body = bodyWith{params, members}
	}
	return &call{method: http.MethodPost, path: "/analysis/from-url", body: body}
}
