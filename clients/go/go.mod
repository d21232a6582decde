module example.com/callanalysis

go 1.19
